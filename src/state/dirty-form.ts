import { create } from 'zustand';

/** True while a form on screen has unsaved input (R-GEN-16): the page must not reload then. */
export const useDirtyForm = create<{ isDirty: boolean }>()(() => ({ isDirty: false }));

export function setFormDirty(isDirty: boolean): void {
  useDirtyForm.setState({ isDirty });
}

/** Must be called after saving and before navigating away, so that the leave guard does not stop that navigation. */
export function markFormSaved(): void {
  useDirtyForm.setState({ isDirty: false });
}
