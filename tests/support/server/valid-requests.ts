import { PROTOCOL_VERSION } from '../../../sync/protocol/constants.ts';
import type { FullShop } from './full-shop.ts';
import { customerArgs } from '../mutation-args.ts';
import { newRegistration } from './server.ts';

/**
 * Returns, for every call that takes a body, one that is valid for this shop's rows. Bodies of sync calls continue the
 * device's queue.
 */
export function validBodies(shop: FullShop): Record<string, () => Record<string, unknown>> {
  const { ids, owner, staff, device } = shop;
  const line = { itemId: ids.items, quantity: 1 };
  return {
    'POST /auth/register': () => ({ ...newRegistration() }),
    'POST /auth/login': () => ({ phone: owner.phone, pin: owner.pin }),
    'POST /auth/forgot-pin': () => ({ phone: staff.phone }),
    'POST /auth/reset-pin': () => ({ phone: staff.phone, code: '000000', pin: '7302' }),
    'PUT /auth/pin': () => ({ currentPin: owner.pin, pin: owner.pin }),
    'PUT /business/{id}': () => ({ name: 'Renamed', email: 'shop@example.com', description: 'Open daily' }),
    'PUT /business/{id}/profile-image': () => ({ key: null }),
    'PATCH /business/{id}/slug': () => ({ slug: owner.slug }),
    'PATCH /business/{id}/currency': () => ({ currency: 'KES' }),
    'POST /users': () => {
      const { phone } = newRegistration();
      return { username: 'Ada', email: 'ada@example.com', phone, pin: '7302', role: 'staff' };
    },
    'PATCH /users/{id}': () => ({ username: 'Renamed' }),
    'PUT /users/{id}/pin': () => ({ pin: staff.pin }),
    'POST /items': () => ({ name: 'Tea', price: '5.00', initialStock: '3', costPrice: '2.50', sku: 'T-1', brand: 'B' }),
    'PATCH /items/{id}': () => ({ name: 'Renamed', price: 6 }),
    'PATCH /items/{id}/kaunta-status': () => ({ isKauntaEnabled: true }),
    'PATCH /items/{id}/active': () => ({ isActive: true }),
    'POST /items/{id}/images': () => ({ key: 'cd'.repeat(16) }),
    'PUT /items/{id}/images/order': () => ({ keys: [shop.imageKey] }),
    'POST /items/{id}/stock': () => ({ quantity: 1, type: 'addition', costPrice: '1' }),
    'POST /suppliers': () => ({ name: 'Depot two', phone: '0772 123456', email: 'depot@example.com' }),
    'PATCH /suppliers/{id}': () => ({ name: 'Renamed' }),
    'POST /purchases': () => ({ supplierId: ids.suppliers, items: [{ ...line, unitCost: '5.00', notes: 'Ripe' }] }),
    'PATCH /purchases/{id}': () => ({ notes: 'Renamed' }),
    'POST /sales': () => ({ items: [line], customerId: ids.customers, paymentMethodId: ids['payment-methods'] }),
    'PATCH /sales/{id}': () => ({ status: 'cancelled', notes: 'Returned' }),
    'POST /sales/{id}/payments': () => ({ amount: '1.00' }),
    'POST /sales/{id}/refunds': () => ({ way: 'refunded', amount: '1.00' }),
    'PATCH /orders/{id}/status': () => ({ status: 'confirmed' }),
    'POST /orders/{id}/fulfill': () => ({ status: 'completed' }),
    'POST /stores/{slug}/orders': () => ({ name: 'Grace', phone: newRegistration().phone, items: [line] }),
    'POST /cash-counts': () => ({ day: '2026-06-15', expectedAmount: '5.00', countedAmount: '4.50', notes: 'Short' }),
    'POST /customers': () => ({ name: 'Grace', phone: '0772 123456', notes: 'Pays late' }),
    'PATCH /customers/{id}': () => ({ name: 'Renamed' }),
    'POST /customers/{id}/payments': () => ({ amount: '1.00' }),
    'POST /payment-methods': () => ({ name: 'Voucher', icon: 'Phone' }),
    'PATCH /payment-methods/{id}/archived': () => ({ isArchived: false }),
    'POST /conflicts/{id}/settle': () => ({ keep: 'mine' }),
    'POST /exports': () => ({ what: 'sales' }),
    'POST /feedback': () => ({ rating: 5, message: 'Good' }),
    'PUT /push/subscription': () => ({
      endpoint: 'https://fcm.googleapis.com/fcm/send/a',
      keys: { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16, 4).toString('base64url') },
    }),
    'POST /sync/push': () => ({ ...device.requestOf([device.wire('customer.create', customerArgs(device))]) }),
    'POST /sync/acts': () => ({ protocol: PROTOCOL_VERSION, acts: ['ab'.repeat(16)] }),
  };
}
