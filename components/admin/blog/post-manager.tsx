'use client'
import { ExternalLink, Pencil, Plus, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { PostForm } from '@/components/admin/blog/post-form'
import { RemoveButton } from '@/components/admin/shared/dialogs'
import type { FormAction } from '@/components/admin/shared/run-action'
import { useDates } from '@/components/dates'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { CATEGORIES, datedAt, type Post, STUDIO_AUTHOR } from '@/lib/content/rules'

type ManagerProps = {
  posts: Post[]
  /** The public blog's address. */
  blog: string
  /** Changes a post. */
  submit: FormAction
}

/** The list of posts, with the form for a new or edited one above it. */
export function PostManager({ posts, blog, submit }: ManagerProps) {
  const t = useTranslations('admin.blog')
  const [open, setOpen] = useState<'new' | Post | null>(null)
  const isOpen = open !== null
  // One that another has removed stays open: what was typed in it is nowhere else.
  const editing =
    open === 'new' || open === null ? undefined : (posts.find(({ id }) => id === open.id) ?? open)

  // The list may be long, and the form is above it.
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
          <span>{t(isOpen ? 'cancel' : 'newPost')}</span>
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
            {...(editing && { edited: { post: editing, submit } })}
            done={() => setOpen(null)}
          />
        </section>
      )}
      {posts.length > 0 && <PostList posts={posts} blog={blog} edit={setOpen} />}
      {posts.length === 0 && !isOpen && (
        <div
          className={
            'grid justify-items-center gap-3 rounded-lg border border-dashed border-edge ' +
            'px-6 py-16 text-center'
          }
        >
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

type Props = { posts: Post[]; blog: string; edit: (post: Post) => void }

const DATE = { day: 'numeric', month: 'long', year: 'numeric' } as const

/** All posts with their badges, author and publish date. */
function PostList({ posts, blog, edit }: Props) {
  const [t, form] = [useTranslations('admin.blog'), useTranslations('admin.form')]
  const format = useDates()
  const category = (key: string) => {
    const known = CATEGORIES.find((each) => each === key)
    return known ? t(`categories.${known}`) : key.replaceAll('-', ' ')
  }
  return (
    <ul aria-label={t('list')} className="grid gap-3">
      {posts.map((post) => (
        <li
          key={post.id}
          className={
            'grid gap-3 rounded-lg border border-line bg-card p-4 sm:p-5 ' +
            'lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center'
          }
        >
          <div className="grid gap-1.5">
            <p className="flex flex-wrap gap-2">
              {post.featured && <Badge>{t('featured')}</Badge>}
              <Badge variant="outline">{category(post.category)}</Badge>
              {!post.published && <Badge variant="secondary">{t('draft')}</Badge>}
            </p>
            <h2 className="text-lg wrap-anywhere">{post.title}</h2>
            <p className="text-sm text-muted">{post.excerpt}</p>
            <p className="text-xs text-muted">
              {t('by', {
                author: post.author === STUDIO_AUTHOR ? t('team') : post.author,
                date: format.dateTime(new Date(datedAt(post)), DATE),
              })}
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-1">
            <Button
              variant="outline"
              aria-label={`${form('edit')}: ${post.title}`}
              onClick={() => edit(post)}
            >
              <Pencil aria-hidden="true" />
              {form('edit')}
            </Button>
            {post.published && (
              <a
                href={`${blog}/${post.slug}`}
                target="_blank"
                className={buttonVariants({ variant: 'ghost', size: 'icon' })}
                aria-label={t('view', { title: post.title })}
              >
                <ExternalLink aria-hidden="true" />
              </a>
            )}
            <RemoveButton
              path={`/api/blog-posts/${post.id}`}
              version={post.updatedAt}
              name={post.title}
              question={t('removeQuestion', { title: post.title })}
              removed={t('removed')}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}
