import { describe, expect, it } from 'vitest';
import { SqlError } from '../../server/db/database.ts';
import { loggingSender } from '../../server/account/code-sender.ts';
import { createLog } from '../../server/log.ts';

function logged(facts: object): string {
  const lines: string[] = [];
  createLog('debug', { write: (line) => void lines.push(line) }).error(facts, 'something');
  return lines.join('');
}

describe('the log', () => {
  it('hides what is secret, wherever it stands', () => {
    const line = logged({
      pin: '4711',
      token: 'abcdef',
      request: { headers: { cookie: 'kaunta_session=abcdef', authorization: 'Bearer abcdef' }, phone: '0772123456' },
      user: { pinHash: '$argon2id$', pin: '4711' },
    });
    for (const secret of ['4711', 'abcdef', '0772123456', 'argon2id']) expect(line).not.toContain(secret);
    expect(line).toContain('[hidden]');
  });

  it('R-OTP-03 shows a one-time code also where only warnings are written, because a person waits for it', async () => {
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    await loggingSender(log).send({ phone: '+256 772 123456', code: '246802' });
    expect(lines.join('')).toContain('"oneTimeCode":"246802","phoneEnds":"456"');
    expect(lines.join('')).not.toContain('772');
  });

  it('tells an error by name, code and place, without the numbers that it quotes', () => {
    const error = new SqlError('invalid input syntax for type bigint: "+256 772-123456"', '22P02', undefined);
    Object.assign(error, { params: ['4711'], detail: 'Key (phone)=(0772123456)' });
    const line = logged({ error });
    expect(line).toContain('22P02');
    expect(line).toContain('invalid input syntax');
    expect(line).toContain('log.test.ts');
    for (const secret of ['772', '4711', '0772123456']) expect(line).not.toContain(secret);
  });

  it('follows an error to its cause, and survives what is none', () => {
    expect(logged({ error: new Error('outer', { cause: new Error('inner') }) })).toContain('inner');
    expect(logged({ error: 'thrown text with 0772123456' })).not.toContain('0772123456');
  });
});
