'use client'
import { type ReactNode, useContext } from 'react'
import { mayAs } from '@/lib/roles'
import { RoleContext } from './role'

/** Hidden from the others, whom the server refuses. */
export const OwnerOnly = ({ children }: { children: ReactNode }) =>
  mayAs(useContext(RoleContext), 'owner') ? <div className="contents">{children}</div> : null
