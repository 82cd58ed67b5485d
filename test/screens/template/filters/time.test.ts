import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failure, output } from '../render.ts';

function value(expression: string, data?: Parameters<typeof output>[1]): string {
  return output(`{{ ${expression} }}`, data);
}

describe('format_time and date', () => {
  it('print Unix timestamps in a zone and a locale', () => {
    assert.equal(
      value('1700000000 | format_time(format="%Y-%m-%d %H:%M:%S", timezone="UTC")'),
      '2023-11-14 22:13:20',
    );
    assert.equal(value('1700000000.9 | format_time(format="%H:%M", timezone="America/New_York")'), '17:13');
    assert.equal(
      value('1700000000 | date(format="%A, %-d. %B", timezone="Europe/Berlin", locale="de")'),
      'Dienstag, 14. November',
    );
    assert.equal(value('0 | date(timezone="UTC")'), '1970-01-01');
    assert.equal(value('"1700000000" | format_time("%H:%M", "UTC")'), '22:13');
  });

  it('print ISO 8601 texts; those without a zone unchanged', () => {
    assert.equal(
      value('"2026-01-31T18:05:09.5Z" | date(format="%d.%m.%y %H:%M:%S", timezone="UTC")'),
      '31.01.26 18:05:09',
    );
    assert.equal(value('"2026-07-01 18:05+02:00" | date(format="%H:%M", timezone="UTC")'), '16:05');
    assert.equal(value('"2026-07-01T18:05-0330" | date(format="%H:%M", timezone="UTC")'), '21:35');
    assert.equal(value('"2026-07-01T18:05" | date(format="%H:%M", timezone="Asia/Tokyo")'), '18:05');
    assert.equal(value('"2024-02-29" | date(format="%j")'), '060');
  });

  it('show a text with an offset in that offset, unless a zone is asked for', () => {
    assert.equal(value('"2026-07-01T18:05+05:30" | format_time(format="%H:%M %z")'), '18:05 +0530');
    assert.equal(value('"2026-07-01T00:05-0330" | date(format="%d. %H:%M %:z")'), '01. 00:05 -03:30');
    assert.equal(value('"2026-07-01T18:05+05:30" | date(format="%H:%M", timezone="UTC")'), '12:35');
    assert.equal(
      value('"2026-07-01T18:05Z" | date(format="%H:%M")'),
      value('1782929100 | date(format="%H:%M")'),
    );
  });

  it('return undefined and none unchanged', () => {
    assert.equal(value('data.x | format_time(format="%H:%M") ~ (none | date)'), '');
  });

  it('refuse invalid times, zones and locales', () => {
    for (const text of ['tomorrow', '2026-02-30', '2026-13-01', '2026-01-01T25:00', '', '2026-1-1']) {
      assert.match(
        failure('{{ data.t | date }}', { t: text }).message,
        /expects a Unix timestamp or a text like/,
        text,
      );
    }
    assert.match(failure('{{ true | date }}').message, /got true\/false/);
    assert.match(failure('{{ 0 | date(timezone="Mars/Base") }}').message, /Mars\/Base/);
    assert.match(failure('{{ 0 | date(locale="xx") }}').message, /xx/);
    assert.equal(failure('{{ data.t | date }}', { t: 1e18 }).code, 'template_error');
  });
});
