import { create } from 'zustand';

/** True while a form on screen holds unsaved input (R-GEN-16): the page must not reload. */
export const useDirtyForm = create<{ isDirty: boolean }>()(() => ({ isDirty: false }));

export function setFormDirty(isDirty: boolean): void {
  useDirtyForm.setState({ isDirty });
}

/** To be called after saving and before going elsewhere, so that the leave guard lets that step pass. */
export function markFormSaved(): void {
  useDirtyForm.setState({ isDirty: false });
}
