/** From the least to the most (docs/decisions/047). Each may what those before it may. */
export const ROLES = ['crew', 'manager', 'owner'] as const
export type Role = (typeof ROLES)[number]

export const mayAs = (role: Role, least: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(least)
