'use client'
import { Plus, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { Post } from '@/lib/content/rules'
import { PostForm } from './post-form'
import { PostList } from './post-list'

/**
 * The list of posts, and above it the form of a new one or of the one that is being edited. `blog`
 * is the public blog's address.
 */
export function BlogDesk({ posts, blog }: { posts: Post[]; blog: string }) {
  const t = useTranslations('admin.blog')
  const [open, setOpen] = useState<'new' | number | null>(null)
  const editing = typeof open === 'number' ? posts.find((post) => post.id === open) : undefined
  const isOpen = open === 'new' || editing !== undefined

  // The list may be long, and the form stands above it.
  useEffect(() => {
    if (open !== null)
      document.getElementById('post-form-title')?.scrollIntoView({ block: 'center' })
  }, [open])

  return (
    <div className="grid min-w-0 gap-8">
      <div>
        <Button
          variant={isOpen ? 'outline' : 'default'}
          aria-expanded={isOpen}
          onClick={() => (isOpen ? setOpen(null) : setOpen('new'))}
        >
          {isOpen ? <X aria-hidden="true" /> : <Plus aria-hidden="true" />}
          {t(isOpen ? 'cancel' : 'newPost')}
        </Button>
      </div>
      {isOpen && (
        <section
          aria-labelledby="post-form-title"
          className="grid min-w-0 gap-5 rounded-lg border border-line bg-card p-4 sm:p-6"
        >
          <h2 id="post-form-title" className="text-xl">
            {editing ? t('editTitle', { title: editing.title }) : t('createTitle')}
          </h2>
          <PostForm
            key={editing?.id ?? 'new'}
            {...(editing && { post: editing })}
            done={() => setOpen(null)}
          />
        </section>
      )}
      {posts.length > 0 && <PostList posts={posts} blog={blog} edit={setOpen} />}
      {posts.length === 0 && !isOpen && (
        <div className="grid justify-items-center gap-3 rounded-lg border border-dashed border-edge px-6 py-16 text-center">
          <h2 className="text-lg">{t('empty.title')}</h2>
          <p className="measure text-sm text-muted">{t('empty.text')}</p>
          <Button variant="outline" onClick={() => setOpen('new')}>
            {t('empty.create')}
          </Button>
        </div>
      )}
    </div>
  )
}
