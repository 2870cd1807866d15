'use client'
import { createContext, type ReactNode, useContext } from 'react'
import { mayAs, type Role } from '@/lib/roles'

const RoleContext = createContext<Role>('owner')

/** The role of whoever is signed in, for everything inside. */
export const RoleFrame = ({ role, children }: { role: Role; children: ReactNode }) => (
  <RoleContext value={role}>{children}</RoleContext>
)

/** Hidden from the others, whom the server refuses. */
export const OwnerOnly = ({ children }: { children: ReactNode }) =>
  mayAs(useContext(RoleContext), 'owner') ? <div className="contents">{children}</div> : null
