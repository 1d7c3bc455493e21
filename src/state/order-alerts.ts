import { create } from 'zustand';

/** How many new orders nobody has looked at yet: the bell and the navigation say so (C-078). */
export const useOrderAlerts = create<{ unreadCount: number }>()(() => ({ unreadCount: 0 }));
