import { createECDH } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encryptMessage, PUSH_MESSAGE_BYTES_MAX } from '../../../server/web-push/encrypt-message.ts';
import { PushReceiver } from '../../../e2e/fixtures/push-service.ts';

describe('a message that only one browser can read', () => {
  test('G37 is what RFC 8291 says it is, byte by byte (its appendix A)', () => {
    const sender = createECDH('prime256v1');
    sender.setPrivateKey('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url');
    const receiver = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    };
    const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url');
    const message = encryptMessage('When I grow up, I want to be a watermelon', receiver, { sender, salt });
    expect(message.toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
  });

  test('G37 is read by that browser, whatever it says, and by no other', () => {
    const [mine, others] = [new PushReceiver(), new PushReceiver()];
    const { keys } = mine.subscriptionAt('https://push.example/1');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const message = encryptMessage(text, keys);
        expect(mine.read(message)).toBe(text);
        expect(() => others.read(message)).toThrow();
      }),
      { numRuns: 25 },
    );
    expect(mine.read(encryptMessage('x'.repeat(PUSH_MESSAGE_BYTES_MAX), keys))).toHaveLength(PUSH_MESSAGE_BYTES_MAX);
  });

  test('a key that is no point on the curve is refused', () => {
    const { keys } = new PushReceiver().subscriptionAt('https://push.example/1');
    expect(() => encryptMessage('x', { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') })).toThrow();
  });
});
