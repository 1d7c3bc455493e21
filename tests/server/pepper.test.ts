import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { checkPepper, readPepper } from '../../server/pepper.ts';
import { createPinHasher, TooManyPins } from '../../server/pin-hash.ts';
import { systemRandom } from '../../server/random.ts';
import { openTestDatabase } from '../support/server/test-database.ts';

describe('the pepper', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'kaunta-pepper-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it('is made at the first start, kept for the next, and readable by its owner only', () => {
    const pepper = readPepper({ pepper: undefined, dataDir }, systemRandom);
    expect(pepper.length).toBeGreaterThanOrEqual(43);
    expect(readPepper({ pepper: undefined, dataDir }, systemRandom)).toBe(pepper);
    expect(statSync(join(dataDir, 'pepper')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dataDir, 'pepper'), 'utf8')).toBe(pepper);
  });

  it('is the setting where there is one, and then no file is made', () => {
    expect(readPepper({ pepper: 'given by the operator', dataDir }, systemRandom)).toBe('given by the operator');
    expect(() => statSync(join(dataDir, 'pepper'))).toThrow('ENOENT');
  });

  it('is refused when its file is empty', () => {
    writeFileSync(join(dataDir, 'pepper'), '');
    expect(() => readPepper({ pepper: undefined, dataDir }, systemRandom)).toThrow('holds no pepper');
  });

  it('must be the one that the database’s PINs were hashed with', async () => {
    const database = await openTestDatabase('embedded');
    onTestFinished(() => database.close());
    await checkPepper(database, 'the first pepper of all');
    await checkPepper(database, 'the first pepper of all');
    await expect(checkPepper(database, 'quite another pepper')).rejects.toThrow('PEPPER is not the one');
  });
});

describe('R-PIN-10 the queue of PINs', () => {
  it('R-PIN-10 works on two at a time, lets sixty wait, and refuses the others', async () => {
    const pins = await createPinHasher('a pepper for tests');
    const pinHash = await pins.hash('7302');
    const asked = await Promise.allSettled(Array.from({ length: 70 }, () => pins.verify(pinHash, '7302')));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(62);
    for (const each of asked) if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(TooManyPins);
    expect(await pins.verify(pinHash, '7302')).toBe(true);
  });
});

describe('hashed PINs', () => {
  it('are argon2id with 19 MiB and two passes, salted, and worthless without the pepper', async () => {
    const pins = await createPinHasher('a pepper for tests');
    const [one, other] = [await pins.hash('1234'), await pins.hash('1234')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(await pins.verify(one, '1234')).toBe(true);
    expect(await pins.verify(one, '1235')).toBe(false);
    const thief = await createPinHasher('another pepper');
    expect(await thief.verify(one, '1234')).toBe(false);
  });
});
