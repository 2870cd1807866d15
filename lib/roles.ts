/**
 * Who works in the console, from the least to the most that they may see and do
 * (docs/decisions/047). Each role may what those before it may.
 */
export const ROLES = ['crew', 'manager', 'owner'] as const
export type Role = (typeof ROLES)[number]

export const mayAs = (role: Role, least: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(least)
