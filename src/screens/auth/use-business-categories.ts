import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { BUSINESS_CATEGORIES, type BusinessCategory } from '../../../domain/business-category.ts';
import { idSchema } from '../../../domain/id.ts';
import { useServices } from '../../platform/services.tsx';

type CategoryChoice = Pick<BusinessCategory, 'id' | 'name'>;

const categoriesSchema = v.pipe(v.array(v.object({ id: idSchema, name: v.string() })), v.nonEmpty());

/** Returns the business categories (R-REG-11): the app's own list until the server sends its list. */
export function useBusinessCategories(): readonly CategoryChoice[] {
  const { api } = useServices();
  const [categories, setCategories] = useState<readonly CategoryChoice[]>(BUSINESS_CATEGORIES);
  useEffect(() => {
    const leaving = new AbortController();
    void api
      .call('GET', '/business/categories', { data: categoriesSchema, signal: leaving.signal })
      .then((answer) => answer.ok && setCategories(answer.value.data));
    return () => leaving.abort();
  }, [api]);
  return categories;
}
