/** An item of the demo shop: name, category, unit, selling and cost price in whole shillings, how often it sells. */
export interface DemoItem {
  name: string;
  itemCategoryName: string;
  unit: string;
  price: number;
  cost: number;
  /** A weight: an item of 10 sells ten times as often as one of 1. */
  demand: number;
  sku?: string;
}

const item = (
  itemCategoryName: string,
  unit: string,
  rows: readonly (readonly [name: string, price: number, cost: number, demand: number])[],
): DemoItem[] => rows.map(([name, price, cost, demand]) => ({ name, itemCategoryName, unit, price, cost, demand }));

export const DEMO_ITEMS: readonly DemoItem[] = [
  ...item('Groceries', 'Kilogram', [
    ['Sugar, brown', 4_500, 3_900, 10],
    ['Maize flour, grade one', 3_200, 2_700, 9],
    ['Rice, Super', 5_500, 4_600, 7],
    ['Rice, Kaiso', 4_200, 3_500, 6],
    ['Beans, Nambale', 4_800, 3_900, 6],
    ['Beans, yellow', 5_200, 4_300, 4],
    ['Groundnuts', 7_000, 5_800, 3],
    ['Irish potatoes', 2_000, 1_500, 4],
    ['Salt', 1_500, 1_100, 3],
  ]),
  ...item('Groceries', 'Piece', [
    ['Bread, family loaf', 6_500, 5_600, 9],
    ['Bread, small loaf', 3_500, 2_900, 7],
    ['Eggs, tray of 30', 14_500, 12_800, 5],
    ['Egg', 500, 430, 8],
    ['Cooking oil, 1 litre', 9_500, 8_300, 6],
    ['Cooking oil, 5 litres', 44_000, 39_500, 2],
    ['Tomato paste, 70 g', 1_200, 900, 5],
    ['Spaghetti, 500 g', 3_800, 3_100, 4],
    ['Milk powder, 400 g', 19_500, 17_200, 2],
    ['Curry powder, 100 g', 2_500, 1_900, 3],
    ['Royco cubes, pack', 1_000, 780, 6],
  ]),
  ...item('Beverages', 'Piece', [
    ['Milk, fresh, 500 ml', 2_000, 1_700, 10],
    ['Soda, 500 ml', 2_000, 1_550, 9],
    ['Water, 1.5 litres', 2_500, 1_800, 7],
    ['Water, 500 ml', 1_000, 650, 9],
    ['Mango juice, 1 litre', 6_000, 4_900, 3],
    ['Tea leaves, 250 g', 5_000, 4_100, 4],
    ['Instant coffee, 50 g', 6_800, 5_600, 2],
    ['Drinking chocolate, 250 g', 9_200, 7_900, 2],
    ['Yoghurt, strawberry', 2_500, 1_950, 5],
  ]),
  ...item('Snacks', 'Piece', [
    ['Chapati', 1_000, 600, 9],
    ['Mandazi', 500, 280, 9],
    ['Biscuits, glucose', 1_000, 760, 7],
    ['Crisps, salted', 2_000, 1_500, 5],
    ['Sweets, handful', 200, 110, 8],
    ['Chewing gum', 300, 190, 5],
    ['Groundnuts, roasted, sachet', 1_000, 650, 5],
    ['Chocolate bar', 4_000, 3_200, 2],
  ]),
  ...item('Prepared Meals', 'Piece', [
    ['Rolex, two eggs', 4_000, 2_400, 6],
    ['Samosa', 1_000, 550, 7],
    ['Beans and posho plate', 6_000, 3_800, 4],
  ]),
  ...item('Ingredients', 'Piece', [
    ['Baking powder, 100 g', 2_200, 1_700, 2],
    ['Yeast, sachet', 1_500, 1_100, 2],
    ['Vanilla essence, 50 ml', 3_000, 2_300, 1],
    ['Wheat flour, 2 kg', 11_000, 9_400, 5],
    ['Margarine, 250 g', 5_500, 4_600, 4],
    ['Soy sauce, 150 ml', 4_200, 3_300, 1],
  ]),
  ...item('Other', 'Piece', [
    ['Washing soap, bar', 4_500, 3_800, 6],
    ['Washing powder, 500 g', 5_500, 4_600, 4],
    ['Bathing soap', 3_000, 2_400, 5],
    ['Toilet paper, roll', 1_500, 1_150, 7],
    ['Matches, box', 300, 200, 6],
    ['Candle', 1_000, 700, 4],
    ['Toothpaste, 100 ml', 5_000, 4_100, 3],
    ['Exercise book, 96 pages', 2_000, 1_450, 4],
    ['Pen, blue', 700, 450, 5],
    ['Airtime card, 5,000', 5_000, 4_750, 6],
    ['Batteries, AA, pair', 3_500, 2_600, 2],
    ['Charcoal, tin', 3_000, 2_200, 6],
  ]),
];

export const DEMO_SERVICES: readonly { name: string; price: number; demand: number }[] = [
  { name: 'Phone charging', price: 1_000, demand: 5 },
  { name: 'Delivery within the village', price: 2_000, demand: 2 },
];

const FIRST_NAMES = [
  'Amina',
  'Brian',
  'Christine',
  'David',
  'Esther',
  'Fatuma',
  'Grace',
  'Hassan',
  'Immaculate',
  'Joseph',
  'Juliet',
  'Kato',
  'Lydia',
  'Moses',
  'Nakato',
  'Okello',
  'Patience',
  'Ronald',
  'Sarah',
  'Wasswa',
];
const LAST_NAMES = [
  'Achieng',
  'Byaruhanga',
  'Kasozi',
  'Kiprotich',
  'Lubega',
  'Mugisha',
  'Mwangi',
  'Nabukenya',
  'Nalwoga',
  'Namutebi',
  'Ochieng',
  'Odongo',
  'Ssali',
  'Tumusiime',
  'Wanjiru',
];

/** Returns a name for the nth customer; the first 300 differ. */
export const customerName = (nth: number): string =>
  `${FIRST_NAMES[nth % FIRST_NAMES.length] ?? ''} ${LAST_NAMES[(nth * 7 + Math.floor(nth / FIRST_NAMES.length)) % LAST_NAMES.length] ?? ''}`;

export const SALE_NOTES = [
  'Deliver by Friday',
  'For the school',
  'Collected by her son',
  'Wedding on Saturday',
  'Balance of last week included',
];
