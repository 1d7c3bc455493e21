import type { ItemCategory, ItemCategoryField } from './item-category.ts';

/*
 * The item categories that are part of Kaunta, by kind of business (R-LEG-26 to R-LEG-32, C-095).
 * An id is the business category × 100 plus the place in its list. Items store the ids, so never reuse or renumber one.
 */

const text = (name: string, label: string, placeholder: string): ItemCategoryField => ({
  name,
  label,
  type: 'text',
  placeholder,
  required: false,
});
const select = (name: string, label: string, options: readonly string[]): ItemCategoryField => ({
  name,
  label,
  type: 'select',
  options,
  required: false,
});
const date = (name: string, label: string): ItemCategoryField => ({ name, label, type: 'date', required: false });
const required = (field: ItemCategoryField): ItemCategoryField => ({ ...field, required: true });

const brand = text('brand', 'Brand', 'e.g. Samsung');
const maker = text('brand', 'Brand', 'Who makes it');
const model = text('model', 'Model', 'e.g. Galaxy A15');
const serialNumber = text('serialNumber', 'Serial number', 'As printed on the device');
const colour = text('color', 'Colour', 'e.g. Black');
const condition = select('condition', 'Condition', ['Brand New', 'Refurbished', 'Used', 'Open Box', 'Not Working']);
const warranty = select('warranty', 'Warranty', ['None', '1 month', '3 months', '6 months', '1 year', '2 years']);
const storage = select('storage', 'Storage', [
  '16 GB',
  '32 GB',
  '64 GB',
  '128 GB',
  '256 GB',
  '512 GB',
  '1 TB',
  'Other',
]);
const memory = select('memory', 'Memory', ['2 GB', '4 GB', '8 GB', '16 GB', '32 GB', '64 GB', 'Other']);
const processor = text('processor', 'Processor', 'e.g. Core i5');
const fits = text('compatibleWith', 'Fits', 'e.g. iPhone 13');

const clothesSize = select('size', 'Size', ['XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL', 'Custom', 'N/A']);
const childAge = select('ageGroup', 'Age', ['0-2 years', '3-5 years', '6-9 years', '10-13 years', '14+ years']);
const shoeSize = text('shoeSize', 'Shoe size', 'e.g. 42');
const wearer = select('wearer', 'For', ['Men', 'Women', 'Children', 'Unisex']);
const fabric = text('fabric', 'Fabric', 'e.g. Cotton');

const wood = text('material', 'Material', 'e.g. Mahogany');
const dimensions = text('dimensions', 'Dimensions', 'e.g. 200 × 90 × 75 cm');
const assembly = select('assembly', 'Assembly', ['Ready to use', 'To be assembled']);
const bedSize = select('bedSize', 'Bed size', ['Single', 'Double', 'Queen', 'King', 'Other']);
const weather = select('weatherproof', 'Stays outdoors', ['Yes', 'No']);

const expiry = date('expiryDate', 'Expiry date');
const batch = text('batchNumber', 'Batch number', 'As printed on the pack');
const strength = text('strength', 'Strength', 'e.g. 500 mg');
const dosageForm = select('dosageForm', 'Form', ['Tablet', 'Capsule', 'Syrup', 'Injection', 'Cream', 'Drops', 'Other']);
const prescription = select('prescription', 'Prescription needed', ['Yes', 'No']);
const packSize = text('packSize', 'Pack size', 'e.g. 10 tablets');

const netContent = text('netContent', 'Net content', 'e.g. 500 g');
const storageKind = select('keep', 'Keep', ['At room temperature', 'Cool', 'Frozen']);
const volume = text('volume', 'Volume', 'e.g. 300 ml');
const container = select('container', 'Container', [
  'Glass bottle',
  'Plastic bottle',
  'Can',
  'Carton',
  'Sachet',
  'Other',
]);
const serving = text('serving', 'Serving', 'e.g. One plate');
const allergens = text('allergens', 'Contains', 'e.g. Nuts, milk');

const skinType = select('skinType', 'Skin type', ['All', 'Normal', 'Dry', 'Oily', 'Combination', 'Sensitive']);
const hairType = select('hairType', 'Hair type', ['All', 'Natural', 'Relaxed', 'Braids and wigs', 'Straight']);
const shade = text('shade', 'Shade', 'e.g. Caramel');
const scent = text('scent', 'Scent', 'e.g. Vanilla');
const toolPower = select('power', 'Power', ['None', 'Battery', 'Mains', 'Rechargeable']);
const note = text('details', 'Details', 'Anything worth knowing');

type Kind = readonly [name: string, description: string, fields: readonly ItemCategoryField[]];

const ELECTRONICS: readonly Kind[] = [
  [
    'Phones',
    'Smartphones and feature phones',
    [required(brand), model, storage, colour, condition, serialNumber, warranty],
  ],
  ['Tablets', 'Tablets and readers', [required(brand), model, storage, colour, condition, serialNumber, warranty]],
  [
    'Computers',
    'Desktop computers and monitors',
    [required(brand), model, processor, memory, storage, condition, warranty],
  ],
  [
    'Laptops',
    'Laptops and notebooks',
    [required(brand), model, processor, memory, storage, condition, serialNumber, warranty],
  ],
  ['Accessories', 'Chargers, cables, covers and earphones', [brand, fits, colour, warranty]],
  ['Other', 'Other electronics', [brand, model, condition, warranty]],
];
const CLOTHING: readonly Kind[] = [
  ['Men', "Men's clothes", [required(clothesSize), colour, fabric, maker, condition]],
  ['Women', "Women's clothes", [required(clothesSize), colour, fabric, maker, condition]],
  ['Children', "Children's clothes", [required(childAge), colour, fabric, maker, condition]],
  ['Shoes', 'Shoes and sandals', [required(shoeSize), wearer, colour, maker, condition]],
  ['Accessories', 'Bags, belts, hats and jewellery', [wearer, colour, maker]],
  ['Other', 'Other clothes and cloth', [clothesSize, colour, fabric]],
];
const FURNITURE: readonly Kind[] = [
  ['Living Room', 'Sofas, tables and stands', [required(wood), dimensions, colour, assembly]],
  ['Bedroom', 'Beds, mattresses and wardrobes', [required(wood), bedSize, dimensions, colour, assembly]],
  ['Kitchen', 'Kitchen tables, chairs and cupboards', [required(wood), dimensions, colour, assembly]],
  ['Office', 'Desks, chairs and shelves', [required(wood), dimensions, colour, assembly]],
  ['Outdoor', 'Garden and terrace furniture', [required(wood), weather, dimensions, colour, assembly]],
  ['Other', 'Other furniture', [wood, dimensions, colour]],
];
const MEDICAL: readonly Kind[] = [
  ['First Aid', 'Plasters, bandages and antiseptics', [packSize, expiry, batch, maker]],
  ['Prescriptions', 'Medicines', [required(expiry), dosageForm, strength, packSize, prescription, batch, maker]],
  ['Equipment', 'Thermometers, monitors and aids', [maker, model, serialNumber, warranty]],
  ['Supplies', 'Gloves, syringes and other consumables', [packSize, expiry, batch, maker]],
  ['Supplements', 'Vitamins and food supplements', [required(expiry), dosageForm, strength, packSize, maker]],
  ['Other', 'Other medical goods', [expiry, batch, maker]],
];
const FOOD: readonly Kind[] = [
  ['Groceries', 'Flour, sugar, rice, oil and the like', [maker, netContent, expiry, storageKind]],
  ['Beverages', 'Water, sodas, juices and other drinks', [maker, volume, container, expiry]],
  ['Snacks', 'Biscuits, crisps, nuts and sweets', [maker, netContent, expiry, allergens]],
  ['Prepared Meals', 'Meals ready to eat', [serving, allergens, storageKind]],
  ['Ingredients', 'Spices, baking and cooking ingredients', [maker, netContent, expiry, allergens]],
  ['Other', 'Other food', [maker, netContent, expiry]],
];
const BEAUTY: readonly Kind[] = [
  ['Skincare', 'Lotions, creams and soaps', [maker, skinType, volume, expiry]],
  ['Makeup', 'Powder, lipstick and nail polish', [maker, shade, skinType, expiry]],
  ['Hair Care', 'Shampoo, oils, braids and wigs', [maker, hairType, volume, colour, expiry]],
  ['Fragrances', 'Perfumes and sprays', [maker, scent, volume, wearer]],
  ['Tools', 'Dryers, clippers, brushes and combs', [maker, model, toolPower, warranty]],
  ['Other', 'Other beauty goods', [maker, volume, expiry]],
];
const OTHER: readonly Kind[] = [['Miscellaneous', 'Everything else', [maker, colour, condition, note]]];

const KINDS_BY_BUSINESS_CATEGORY: readonly (readonly [businessCategoryId: number, color: string, readonly Kind[]])[] = [
  [1, '#1c7ed6', ELECTRONICS],
  [2, '#ae3ec9', CLOTHING],
  [3, '#a0522d', FURNITURE],
  [4, '#e03131', MEDICAL],
  [5, '#2f9e44', FOOD],
  [6, '#e64980', BEAUTY],
  [7, '#495057', OTHER],
];

export const ITEM_CATEGORY_SEED: readonly ItemCategory[] = KINDS_BY_BUSINESS_CATEGORY.flatMap(
  ([businessCategoryId, color, kinds]) =>
    kinds.map(([name, description, fields], place) => ({
      id: businessCategoryId * 100 + place + 1,
      businessCategoryId,
      name,
      description,
      color,
      schema: { fields },
      isActive: true,
    })),
);
