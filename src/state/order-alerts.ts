import { create } from 'zustand';

/** How many new orders no person has seen yet, for the bell and the navigation (C-078). */
export const useOrderAlerts = create<{ unreadCount: number }>()(() => ({ unreadCount: 0 }));
