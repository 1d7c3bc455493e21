import { create } from 'zustand';

/** Whether some form on screen holds what was typed and not saved (R-GEN-16): nothing may reload over it. */
export const useDirtyForm = create<{ isDirty: boolean }>()(() => ({ isDirty: false }));

export function setFormDirty(isDirty: boolean): void {
  useDirtyForm.setState({ isDirty });
}

/** To be called after saving and before going elsewhere, so that the leave guard lets that step pass. */
export function markFormSaved(): void {
  useDirtyForm.setState({ isDirty: false });
}
