import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldText } from '../../../domain/text/search-text.ts';
import type { Database } from '../../../server/db/database.ts';
import { ENGINES, openTestDatabase } from '../../support/server/test-database.ts';

const TEXTS = [
  ...[
    'Soap 12',
    'Café',
    'Cafe\u0301 latte',
    'Mama’s',
    "Mama's",
    'mama´s',
    'Mama`s',
    'Ｓｏａｐ １２',
    'Soap\u00a01\u202fkg',
  ],
  ...[
    'Sugar\u3000 1 kg',
    'Coca\u00adCola',
    'Coca\u200bCola',
    'Ri\ufeffce',
    'Coca–Cola',
    'Coca‑Cola',
    'Smørrebrød',
    'Łódź',
  ],
  ...[
    'Straße',
    'Œuf',
    'ﬁne flour',
    'Ngũgĩ',
    'Nguyễn',
    'Çelik',
    'İzmir',
    '½ kg',
    'شاي',
    'ΚΑΦΈΣ',
    'Чай',
    'ЁЖ',
    '',
    '%_\\',
  ],
  // Combining marks of other scripts, one of them above U+FFFF, and invisible characters.
  ...[
    'चीनी',
    'سكّر',
    'น้ำตาล',
    'பால்',
    'がな',
    'চিনি',
    'שָׁלוֹם',
    'ស្ករ',
    'ᮊᮥᮒ\u{1bab}',
    '\u{1e900}\u{1e944}',
    'Tea\u061c\u180e',
    'Tea\u{e0001}\u{e0067}',
  ],
];

describe.each(ENGINES)('search on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.close());

  it('X-TYPE-31 a text reads there as it does on a device', async () => {
    const rows = await database.asOwner((sql) =>
      sql.query<{ said: string; folded: string }>(
        'select said, fold_text(said) as folded from unnest($1::text[]) as given(said)',
        [TEXTS],
      ),
    );
    expect(rows.map(({ said, folded }) => [said, folded])).toEqual(TEXTS.map((text) => [text, foldText(text)]));
  });
});
