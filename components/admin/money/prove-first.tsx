'use client'
import { LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { useProof } from '@/components/admin/shared/use-save'
import { useReadAgain } from '@/components/browser/seen-again'
import { Button } from '@/components/ui/button'

/** Stands for what is shown only after a recent proof of identity, and asks for it. */
export function ProveFirst({ text, action }: { text: string; action: string }) {
  const prove = useProof()
  const readAgain = useReadAgain()
  const [pending, setPending] = useState(false)
  const show = async () => {
    setPending(true)
    if (await prove()) readAgain()
    setPending(false)
  }
  return (
    <div className="grid justify-items-start gap-3 rounded-lg border border-line bg-card p-4">
      <p className="measure text-sm text-muted">{text}</p>
      <Button variant="outline" pending={pending} onClick={() => void show()}>
        <LockKeyhole aria-hidden="true" />
        <span>{action}</span>
      </Button>
    </div>
  )
}
