import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isHostListed, parseHostList } from '../../src/domain/host-list.ts';

function isListed(list: string, url: string): boolean {
  const hosts = parseHostList(list);
  assert.ok(hosts !== null, list);
  return isHostListed(hosts, new URL(url));
}

describe('a list of hosts', () => {
  const cases: [list: string, listed: readonly string[], others: readonly string[]][] = [
    [
      'api.example.com',
      [
        'http://api.example.com/',
        'https://api.example.com:8443/x',
        'http://API.Example.COM/',
        'http://api.example.com./',
      ],
      [
        'http://example.com/',
        'http://v2.api.example.com/',
        'http://xapi.example.com/',
        'http://api.example.com.evil.test/',
      ],
    ],
    [
      '*.example.com',
      ['http://a.example.com/', 'http://a.b.example.com/', 'http://A.EXAMPLE.com./'],
      ['http://example.com/', 'http://badexample.com/', 'http://example.com.evil.test/'],
    ],
    [
      'a.test:8080, *.b.test:443',
      ['http://a.test:8080/', 'https://x.b.test/', 'http://x.b.test:443/'],
      ['http://a.test/', 'https://a.test/', 'http://x.b.test/', 'https://x.b.test:8443/'],
    ],
    ['Api.Example.com.', ['http://api.example.com/'], ['http://example.com/']],
    [
      '127.0.0.1, [::1]:9, fd00:0:0::1',
      ['http://127.1/', 'http://0x7f000001:80/', 'http://[0:0::1]:9/', 'http://[FD00::0:1]/'],
      ['http://127.0.0.2/', 'http://[::1]/', 'http://[::2]:9/', 'http://localhost/'],
    ],
    [
      'bücher.example,xn--fa-hia.test',
      ['http://xn--bcher-kva.example/', 'http://BÜCHER.example/', 'http://faß.test/'],
      ['http://bucher.example/', 'http://fass.test/'],
    ],
  ];
  for (const [list, listed, others] of cases) {
    it(`has what ${JSON.stringify(list)} names, and nothing else`, () => {
      for (const url of listed) assert.ok(isListed(list, url), url);
      for (const url of others) assert.ok(!isListed(list, url), url);
    });
  }

  it('is refused as a whole for an entry that is no host', () => {
    const wrong = [
      ...['', ',', 'a.test,', 'a.test,,b.test', '*', '*.', '*.*.test', 'a.*.test', '**.a.test', 'a b.test'],
      ...[
        'https://a.test',
        'a.test/x',
        'a.test?x',
        'user@a.test',
        'a.test:0',
        'a.test:65536',
        'a.test:',
        ':80',
      ],
      ...[
        'a.test:80:80',
        '[::1',
        '::1]',
        '[a.test]',
        '[::1]:x',
        '*.127.0.0.1',
        '*.[::1]',
        'a%2etest',
        '%',
        '.',
        '..',
        'a..test',
        '.test',
      ],
      ...['a\\b', 'a.test#b', '300.1.1.1.1.256'],
    ];
    for (const text of wrong) assert.equal(parseHostList(text), null, JSON.stringify(text));
  });

  it('reads any text without an error, and a name that it accepts is listed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.domain(), fc.ipV6(), fc.ipV4()), (text) => {
        const hosts = parseHostList(text);
        for (const { host, below, port } of hosts ?? []) {
          const url = new URL(`http://${below ? 'sub.' : ''}${host}:${port ?? 80}/`);
          assert.ok(isHostListed(hosts ?? [], url), host);
        }
      }),
    );
  });
});
