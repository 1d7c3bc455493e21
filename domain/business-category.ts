/** A kind of business, chosen at registration; it decides which item categories the shop starts with. */
export interface BusinessCategory {
  id: number;
  name: string;
  description: string;
}

/** The kinds that are part of Kaunta. Businesses store the ids, so never reuse or renumber one. */
export const BUSINESS_CATEGORIES: readonly BusinessCategory[] = [
  { id: 1, name: 'Electronics Shop', description: 'Phones, computers and accessories' },
  { id: 2, name: 'Clothing Shop', description: 'Clothes and shoes for men, women and children' },
  { id: 3, name: 'Furniture Shop', description: 'Furniture for the home, the office and outdoors' },
  { id: 4, name: 'Pharmacy and Medical Supplies', description: 'Medicines, first aid, equipment and supplements' },
  { id: 5, name: 'Food and Groceries', description: 'Groceries, drinks, snacks and prepared meals' },
  { id: 6, name: 'Beauty and Cosmetics', description: 'Skincare, makeup, hair care and fragrances' },
  { id: 7, name: 'Other', description: 'Any other kind of business' },
];

const businessCategoriesById = new Map(BUSINESS_CATEGORIES.map((category) => [category.id, category]));

export function businessCategoryById(id: number): BusinessCategory | undefined {
  return businessCategoriesById.get(id);
}
