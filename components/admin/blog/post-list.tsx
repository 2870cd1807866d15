'use client'
import { ExternalLink, Pencil } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { RemoveButton } from '@/components/admin/form/remove-button'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { CATEGORIES, datedAt, STUDIO_AUTHOR, type Post } from '@/lib/content/rules'

type Props = { posts: Post[]; blog: string; edit: (id: number) => void }

const DATE = { day: 'numeric', month: 'long', year: 'numeric' } as const

/** All posts with their badges, author and publish date (spec point 2). */
export function PostList({ posts, blog, edit }: Props) {
  const [t, form] = [useTranslations('admin.blog'), useTranslations('admin.form')]
  const format = useFormatter()
  const category = (key: string) => {
    const known = CATEGORIES.find((each) => each === key)
    return known ? t(`categories.${known}`) : key.replaceAll('-', ' ')
  }
  return (
    <ul aria-label={t('list')} className="grid gap-3">
      {posts.map((post) => (
        <li
          key={post.id}
          className="grid gap-3 rounded-lg border border-line bg-card p-4 sm:p-5 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center"
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
              onClick={() => edit(post.id)}
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
