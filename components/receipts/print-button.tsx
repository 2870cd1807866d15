'use client'
import { Printer } from 'lucide-react'
import { Button } from '@/components/ui/button'

/** Opens the browser's print dialog. */
export const PrintButton = ({ label }: { label: string }) => (
  <Button variant="outline" onClick={() => window.print()}>
    <Printer aria-hidden="true" />
    <span>{label}</span>
  </Button>
)
