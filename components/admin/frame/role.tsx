'use client'
import { createContext, type ReactNode } from 'react'
import type { Role } from '@/lib/roles'

export const RoleContext = createContext<Role>('owner')

/** The role of whoever is signed in, for everything inside. */
export const RoleFrame = ({ role, children }: { role: Role; children: ReactNode }) => (
  <RoleContext value={role}>{children}</RoleContext>
)
