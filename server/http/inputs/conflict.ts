import * as v from 'valibot';
import { inputObject } from '../../../domain/input-object.ts';

export const settlingInputSchema = inputObject({ keep: v.picklist(['mine', 'theirs'], 'Keep mine or theirs') });
