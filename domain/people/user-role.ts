/** The two roles (R-GEN-02). */
export const USER_ROLES = ['admin', 'staff'] as const;
