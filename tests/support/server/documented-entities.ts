/**
 * Every entity of the two documents, with every field that they name (D1 §3, D2 §3). The rows R-FIELD of the checklist,
 * the description of the API, and the answers of a running server are all compared with this table.
 */

/** The types of fields, in answers of a shop in which every field has a value. */
export type FieldKind = 'id' | 'text' | 'decimal' | 'time' | 'flag' | 'count' | 'record' | 'list' | 'null';

export interface DocumentedEntity {
  row: string;
  entity: string;
  source: string;
  /** A call that returns it, and its place in `data`; a number is an index of a list. */
  call: string;
  at: readonly (string | number)[];
  /** Fields by name; a dot leads into a record or a list. */
  fields: Readonly<Record<string, FieldKind>>;
  /** Fields that staff never see (SYN-13). */
  adminOnly?: readonly string[];
  /** Fields that no answer contains. */
  writeOnly?: readonly string[];
}

const OWN = { id: 'id', businessId: 'id', createdByUserId: 'id' } as const;
const BOTH_TIMES = { createdAt: 'time', updatedAt: 'time' } as const;

export const DOCUMENTED_ENTITIES: readonly DocumentedEntity[] = [
  {
    ...{ row: 'R-FIELD-01', entity: 'User', source: 'D1 §3, D2 §3', call: 'GET /users', at: [0] },
    fields: {
      ...{ id: 'id', businessId: 'id', phone: 'text', username: 'text', email: 'text', firstName: 'text' },
      ...{ lastName: 'text', role: 'text', isBusinessOwner: 'flag', isActive: 'flag', ...BOTH_TIMES },
    },
    writeOnly: ['pin'],
  },
  {
    ...{ row: 'R-FIELD-02', entity: 'Business', source: 'D1 §3, D2 §3', call: 'GET /auth/me', at: ['business'] },
    fields: {
      ...{ id: 'id', name: 'text', slug: 'text', profileImageUrl: 'text', email: 'text', phone: 'text' },
      ...{ address: 'text', country: 'text', currency: 'text', socialMediaX: 'text', socialMediaInstagram: 'text' },
      ...{ socialMediaTiktok: 'text', businessCategoryId: 'id', description: 'text', createdAt: 'time' },
    },
  },
  {
    ...{ row: 'R-FIELD-03', entity: 'Business category', source: 'D1 §3, D2 §3' },
    ...{ call: 'GET /business/categories', at: [0] },
    fields: { id: 'id', name: 'text', description: 'text', ...BOTH_TIMES },
  },
  {
    ...{ row: 'R-FIELD-04', entity: 'Order', source: 'D1 §3', call: 'GET /orders/{id}', at: [] },
    fields: {
      // No user of the shop creates orders (C-087).
      ...{ id: 'id', businessId: 'id', customerId: 'id', createdByUserId: 'null', orderNumber: 'text' },
      ...{ totalAmount: 'decimal', status: 'text', notes: 'text', ...BOTH_TIMES },
      ...{ 'customer.name': 'text', 'customer.phone': 'text', 'customer.address': 'text', items: 'list' },
    },
  },
  {
    ...{ row: 'R-FIELD-05', entity: 'Order item', source: 'D1 §3', call: 'GET /orders/{id}', at: ['items', 0] },
    fields: {
      ...{ id: 'id', orderId: 'id', itemId: 'id', quantity: 'decimal', unitPrice: 'decimal', totalAmount: 'decimal' },
      ...{ createdAt: 'time', name: 'text', images: 'list' },
    },
  },
  {
    ...{ row: 'R-FIELD-06', entity: 'Sale', source: 'D1 §3', call: 'GET /sales/{id}', at: [] },
    fields: {
      ...{ ...OWN, customerId: 'id', saleNumber: 'text', totalAmount: 'decimal', discountAmount: 'decimal' },
      ...{ taxAmount: 'decimal', finalAmount: 'decimal', paymentMethodId: 'id', status: 'text', notes: 'text' },
      ...{ ...BOTH_TIMES, 'customer.name': 'text', 'business.name': 'text', 'business.address': 'text' },
      ...{ 'business.currency': 'text', items: 'list', paymentMethod: 'text', transactionId: 'text' },
    },
  },
  {
    ...{ row: 'R-FIELD-07', entity: 'Sale item', source: 'D1 §3', call: 'GET /sales/{id}', at: ['items', 0] },
    fields: {
      ...{ id: 'id', saleId: 'id', itemId: 'id', itemName: 'text', itemSku: 'text', quantity: 'decimal' },
      ...{ unitPrice: 'decimal', discountAmount: 'decimal', totalAmount: 'decimal', createdAt: 'time' },
    },
  },
  {
    ...{ row: 'R-FIELD-08', entity: 'Sale as the catalogue uses it', source: 'D2 §3', call: 'GET /sales', at: [0] },
    fields: {
      ...{ id: 'id', createdAt: 'time', amount: 'decimal', cancelled: 'flag', isPaid: 'flag', customerId: 'id' },
      ...{ 'customer.name': 'text', description: 'text', 'items.0.itemId': 'id', 'items.0.quantity': 'decimal' },
    },
  },
  {
    ...{ row: 'R-FIELD-09', entity: 'Receipt, as shown and as stored', source: 'D1 §3' },
    ...{ call: 'GET /sales/{id}', at: [] },
    fields: {
      ...{ id: 'id', createdAt: 'time', amount: 'decimal', isPaid: 'flag', paymentMethod: 'text', description: 'text' },
      ...{ 'customer.name': 'text', 'creator.username': 'text', 'creator.phone': 'text', 'creator.email': 'text' },
      ...{ 'business.name': 'text', 'items.0.itemId': 'id', 'items.0.quantity': 'decimal' },
      ...{ 'items.0.salePrice': 'decimal', customerId: 'id', transactionId: 'text', cancelled: 'flag' },
      ...{ cancellationReason: 'text', cancelledAt: 'time', 'products.0.itemId': 'id' },
      ...{ 'products.0.quantity': 'decimal', 'products.0.salePrice': 'decimal' },
    },
  },
  {
    ...{ row: 'R-FIELD-10', entity: 'Item', source: 'D2 §3', call: 'GET /items/{id}', at: [] },
    fields: {
      ...{ ...OWN, name: 'text', description: 'text', price: 'decimal', costPrice: 'decimal', type: 'text' },
      ...{ currentStock: 'decimal', trackStock: 'flag', unitOfMeasure: 'text', category: 'text', subCategory: 'text' },
      ...{ reorderLevel: 'decimal', advancedEnabled: 'flag', itemCategoryId: 'id', 'itemCategory.name': 'text' },
      ...{ 'itemCategory.schema': 'record', 'supplier.name': 'text', 'supplier.phone': 'text', sku: 'text' },
      ...{
        customFields: 'record',
        'customFieldsWithContext.0.name': 'text',
        'customFieldsWithContext.0.label': 'text',
      },
      ...{ 'customFieldsWithContext.0.value': 'text', 'images.0.originalUrl': 'text', 'images.0.thumbnailUrl': 'text' },
      ...{ 'images.0.order': 'count', isActive: 'flag', isKauntaEnabled: 'flag', createdAt: 'time', brand: 'text' },
      ...{ size: 'text', condition: 'text', unitOfSale: 'text', initialStock: 'decimal', model: 'text' },
      ...{ serialNumber: 'text', color: 'text' },
    },
    adminOnly: ['costPrice'],
  },
  {
    ...{ row: 'R-FIELD-11', entity: 'Item category', source: 'D2 §3' },
    ...{ call: 'GET /business/item-categories/{businessCategoryId}', at: [0] },
    fields: {
      ...{ id: 'id', businessCategoryId: 'id', name: 'text', description: 'text', color: 'text' },
      ...{ 'schema.fields': 'list', isActive: 'flag', ...BOTH_TIMES },
    },
  },
  {
    ...{ row: 'R-FIELD-12', entity: 'Field of an item category', source: 'D2 §3' },
    ...{ call: 'GET /business/item-category-schema/{itemCategoryId}', at: ['fields'] },
    // Not every field has a placeholder or options, so each is looked for among those of all fields.
    fields: {
      ...{ '*.name': 'text', '*.label': 'text', '*.type': 'text', '*.placeholder': 'text', '*.options': 'list' },
      '*.required': 'flag',
    },
  },
  {
    ...{ row: 'R-FIELD-13', entity: 'Stock movement', source: 'D2 §3', call: 'GET /items/{id}/stock', at: [0] },
    fields: {
      ...{ ...OWN, itemId: 'id', quantity: 'decimal', costPrice: 'decimal', batchId: 'text', type: 'text' },
      createdAt: 'time',
    },
    adminOnly: ['costPrice'],
  },
  {
    ...{ row: 'R-FIELD-14', entity: 'Item edit history', source: 'D2 §3', call: 'GET /items/{id}/history', at: [0] },
    fields: {
      ...{ ...OWN, itemId: 'id', name: 'text', price: 'decimal', costPrice: 'decimal', type: 'text' },
      ...{ trackStock: 'flag', unitOfMeasure: 'text', category: 'text', subCategory: 'text', reorderLevel: 'decimal' },
      // No form asks for a remark on an edit (decision 44).
      ...{ advancedEnabled: 'flag', notes: 'null', action: 'text', fields: 'record', editedAt: 'time' },
    },
    adminOnly: ['costPrice'],
  },
  {
    ...{ row: 'R-FIELD-15', entity: 'Customer', source: 'D2 §3', call: 'GET /customers/{id}', at: [] },
    fields: { ...OWN, name: 'text', phone: 'text', address: 'text', notes: 'text', createdAt: 'time' },
  },
  {
    ...{ row: 'R-FIELD-16', entity: 'Supplier', source: 'D2 §3', call: 'GET /suppliers/{id}', at: [] },
    fields: { ...OWN, name: 'text', phone: 'text', email: 'text', address: 'text', notes: 'text', createdAt: 'time' },
  },
  {
    ...{ row: 'R-FIELD-17', entity: 'Purchase', source: 'D2 §3', call: 'GET /purchases/{id}', at: [] },
    fields: {
      ...{ ...OWN, supplierId: 'id', 'supplier.name': 'text', 'supplier.phone': 'text', 'supplier.email': 'text' },
      ...{ invoiceNumber: 'text', invoiceDate: 'text', purchaseDate: 'time', totalAmount: 'decimal', notes: 'text' },
      ...{ attachmentUrl: 'text', createdAt: 'time', status: 'text', paymentMethod: 'text', paymentStatus: 'text' },
      items: 'list',
    },
  },
  {
    ...{ row: 'R-FIELD-18', entity: 'Purchase item', source: 'D2 §3', call: 'GET /purchases/{id}', at: ['items', 0] },
    fields: {
      ...{ id: 'id', purchaseId: 'id', itemId: 'id', itemName: 'text', quantity: 'decimal', unitCost: 'decimal' },
      ...{ totalCost: 'decimal', batchNumber: 'text', expiryDate: 'text', notes: 'text' },
    },
  },
  {
    ...{ row: 'R-FIELD-19', entity: 'Purchase history', source: 'D2 §3' },
    ...{ call: 'GET /purchases/{id}/history', at: [1] },
    fields: {
      ...{ id: 'id', purchaseId: 'id', action: 'text', changedFields: 'record', timestamp: 'time', userId: 'id' },
      ...{ notes: 'text', changes: 'record' },
    },
  },
  {
    ...{ row: 'R-FIELD-20', entity: 'Payment method', source: 'D2 §3', call: 'GET /payment-methods', at: [0] },
    fields: {
      ...{ ...OWN, name: 'text', icon: 'text', isDefault: 'flag', isReadonly: 'flag', isUsedInSales: 'flag' },
      ...{ 'createdByUser.username': 'text', ...BOTH_TIMES },
    },
  },
];

/** Returns the requirement as the checklist states it. */
export function requirementOf({ row, entity, source, fields, adminOnly, writeOnly }: DocumentedEntity): string {
  const names = Object.keys(fields).map((name) =>
    name.replaceAll(/(^|\.)(\d+|\*)(?=\.)/g, '[]').replace(/^\[\]\./, ''),
  );
  const limits = [
    ...(adminOnly ? [`staff never see ${adminOnly.join(', ')}`] : []),
    ...(writeOnly ? [`nobody is answered ${writeOnly.join(', ')}`] : []),
  ];
  return `| ${row} | ${entity}: an answer of the API holds ${names.join(', ')}${limits.map((each) => `; ${each}`).join('')} | ${source} |`;
}
