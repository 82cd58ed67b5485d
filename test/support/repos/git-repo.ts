/** Bare git repositories for tests, written object by object: quick, and free to hold what git itself would not make. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { constants, deflateSync } from 'node:zlib';

/** An entry of a tree: a name, a mode as git writes it (`100644`, `120000`, `160000`, `40000`) and an object. */
export interface TreeEntry {
  readonly name: string | Uint8Array;
  readonly mode: string;
  readonly id: string;
}

/** Files by their path. A path may only be split at `/`, so hostile names go into `tree`. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

export class GitRepo {
  readonly dir: string;

  /** @param dir a folder that does not exist yet */
  constructor(dir: string) {
    this.dir = dir;
    for (const name of ['objects', 'refs/heads', 'refs/tags'])
      mkdirSync(path.join(dir, name), { recursive: true });
    writeFileSync(path.join(dir, 'HEAD'), 'ref: refs/heads/main\n');
    this.configure('');
    // `git daemon` serves what has this file.
    writeFileSync(path.join(dir, 'git-daemon-export-ok'), '');
  }

  get url(): string {
    return `file://${this.dir}`;
  }

  /** Settings of the serving side, such as whether it can leave files out. */
  configure(more: string): void {
    writeFileSync(
      path.join(this.dir, 'config'),
      `[core]\n\trepositoryformatversion = 0\n\tbare = true\n[uploadpack]\n\tallowFilter = true\n${more}`,
    );
  }

  /** Commit files to a branch, replacing what was in it. @returns the commit */
  commit(files: Files, branch = 'main'): string {
    return this.setBranch(branch, this.commitTree(this.files(files)));
  }

  /** Commit entries as they are. @returns the commit */
  commitEntries(entries: readonly TreeEntry[], branch = 'main'): string {
    return this.setBranch(branch, this.commitTree(this.tree(entries)));
  }

  commitTree(tree: string): string {
    const who = 'Tester <tester@example.org> 1700000000 +0000';
    return this.object('commit', `tree ${tree}\nauthor ${who}\ncommitter ${who}\n\ntest\n`);
  }

  setBranch(branch: string, commit: string): string {
    return this.#setRef(`refs/heads/${branch}`, commit);
  }

  setTag(tag: string, id: string): string {
    return this.#setRef(`refs/tags/${tag}`, id);
  }

  deleteBranch(branch: string): void {
    rmSync(path.join(this.dir, 'refs/heads', branch));
  }

  /** A tag object. @returns its id */
  tagObject(commit: string, name: string): string {
    const tagger = 'tagger Tester <tester@example.org> 1700000000 +0000';
    return this.object('tag', `object ${commit}\ntype commit\ntag ${name}\n${tagger}\n\ntest\n`);
  }

  /** Forget all objects; what refs point to is then broken. */
  dropObjects(): void {
    for (const name of readdirSync(path.join(this.dir, 'objects'))) {
      rmSync(path.join(this.dir, 'objects', name), { recursive: true });
    }
  }

  blob(content: string | Uint8Array): string {
    return this.object('blob', content);
  }

  /** Trees for files in folders. */
  files(files: Files): string {
    const folders = new Map<string, Record<string, string | Uint8Array>>();
    const entries: TreeEntry[] = [];
    for (const [name, content] of Object.entries(files)) {
      const slash = name.indexOf('/');
      if (slash < 0) {
        entries.push({ name, mode: '100644', id: this.blob(content) });
        continue;
      }
      const folder = name.slice(0, slash);
      folders.set(folder, { ...folders.get(folder), [name.slice(slash + 1)]: content });
    }
    for (const [name, inside] of folders) entries.push({ name, mode: '40000', id: this.files(inside) });
    return this.tree(entries);
  }

  /** A tree of entries as they are, in git's order. */
  tree(entries: readonly TreeEntry[]): string {
    const key = ({ name, mode }: TreeEntry): string =>
      Buffer.from(name).toString('latin1') + (mode === '40000' ? '/' : '');
    const sorted = entries.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
    const parts = sorted.map(({ name, mode, id }) =>
      Buffer.concat([Buffer.from(`${mode} `), Buffer.from(name), Buffer.from([0]), Buffer.from(id, 'hex')]),
    );
    return this.object('tree', Buffer.concat(parts));
  }

  object(type: string, content: string | Uint8Array): string {
    const body = Buffer.from(content);
    const raw = Buffer.concat([Buffer.from(`${type} ${body.length}\0`), body]);
    const id = createHash('sha1').update(raw).digest('hex');
    this.#writeObject(id, deflateSync(raw, { level: 1 }));
    return id;
  }

  /** A blob of zeros, as large as you like, in no time: its packed form is one block over and over. */
  hugeBlob(mebibytes: number): string {
    const zeros = Buffer.alloc(1024 * 1024);
    const header = Buffer.from(`blob ${mebibytes * zeros.length}\0`);
    const hash = createHash('sha1').update(header);
    for (let index = 0; index < mebibytes; index++) hash.update(zeros);
    const flush = { level: 9, finishFlush: constants.Z_FULL_FLUSH } as const;
    const [head, block] = [deflateSync(header, flush), deflateSync(zeros, flush)];
    // RFC 1950: a two-byte header only in front of the first block, the Adler-32 of everything behind the last.
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32BE(adlerWithZeros(header, mebibytes * zeros.length));
    const blocks = Array.from({ length: mebibytes }, () => block.subarray(2));
    const id = hash.digest('hex');
    this.#writeObject(id, Buffer.concat([head, ...blocks, Buffer.from([3, 0]), checksum]));
    return id;
  }

  #writeObject(id: string, bytes: Uint8Array): void {
    const file = path.join(this.dir, 'objects', id.slice(0, 2), id.slice(2));
    if (existsSync(file)) return;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }

  #setRef(name: string, id: string): string {
    const file = path.join(this.dir, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${id}\n`);
    return id;
  }
}

function adlerWithZeros(head: Uint8Array, zeros: number): number {
  let [a, b] = [1, 0];
  for (const byte of head) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return (((b + (zeros % 65_521) * a) % 65_521) * 65_536 + a) >>> 0;
}
