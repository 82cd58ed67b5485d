import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OTHERS } from '../../../src/platform/base/bounded-names.ts';
import { HostNames, METRIC_HOSTS, METRIC_HOSTS_PER_SCREEN } from '../../../src/screens/fetch/host-names.ts';

function nameOf(names: HostNames, url: string, screen = 'local/a', secrets: readonly string[] = []): string {
  return names.of(new URL(url), screen, secrets);
}

describe('the name of a host', () => {
  it('is the host with its port, without anything else of the address', () => {
    const names = new HostNames();
    assert.equal(nameOf(names, 'https://user:pass@API.Example/path?key=1'), 'api.example');
    assert.equal(nameOf(names, 'http://home_server.lan:8123/'), 'home_server.lan:8123');
    assert.equal(nameOf(names, 'http://[::1]:80/'), '[::1]');
    assert.equal(nameOf(names, 'http://bücher.example/'), 'xn--bcher-kva.example');
  });

  it('holds no characters that no host has, and no secret', () => {
    const names = new HostNames();
    for (const host of ["a',b", 'a"b', 'a{b}', 'a,b', 'x'.repeat(300)]) {
      const url = `http://${host}/`;
      if (URL.canParse(url)) assert.equal(nameOf(names, url), OTHERS, host);
    }
    assert.equal(nameOf(names, 'http://tok3n.hooks.example/', 'local/a', ['tok3n']), OTHERS);
  });

  it('is kept for few hosts of a screen, so that one screen does not take the names of all', () => {
    const names = new HostNames();
    const asked = Array.from({ length: 500 }, (_, n) => nameOf(names, `http://h${n}.example/`, 'evil/many'));
    assert.equal(asked.filter((name) => name !== OTHERS).length, METRIC_HOSTS_PER_SCREEN);
    assert.equal(nameOf(names, 'http://api.example/', 'local/good'), 'api.example');
  });

  it('is kept for so many hosts in all, whatever screens ask', () => {
    const names = new HostNames();
    const asked = Array.from({ length: 5_000 }, (_, n) =>
      nameOf(names, `http://h${n}.example/`, `evil/${n}`),
    );
    assert.equal(asked.filter((name) => name !== OTHERS).length, METRIC_HOSTS);
  });
});
