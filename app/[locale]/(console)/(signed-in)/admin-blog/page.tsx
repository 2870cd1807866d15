import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import { PostManager } from '@/components/admin/blog/post-manager'
import { Screen } from '@/components/admin/frame/screen'
import { ScreenLinks } from '@/components/admin/shared/frame'
import { AdminMessages } from '@/components/admin/shared/messages'
import { listAllPosts } from '@/lib/content/queries'
import { currentAdmin, requireRole } from '@/lib/auth/page-guards'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { submitPost } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  if (!(await currentAdmin())) return {}
  const t = await getTranslations('admin.blog')
  return { title: t('title') }
}

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

export default async function AdminBlogPage() {
  await requireRole('/admin-blog', 'manager')
  const [t, frame, locale, posts] = [
    await getTranslations('admin.blog'),
    await getTranslations('admin.frame'),
    toLocale(await rootLocale()),
    await listAllPosts(),
  ]
  const links = [
    { href: pathIn(locale, '/'), text: frame('home') },
    { href: pathIn(locale, '/admin'), text: t('dashboard') },
  ]
  return (
    <AdminMessages parts={['save', 'blog', 'form']}>
      <Screen title={t('title')} aside={<ScreenLinks label={frame('links')} links={links} />}>
        <PostManager posts={posts} blog={pathIn(locale, '/blog')} submit={submitPost} />
      </Screen>
    </AdminMessages>
  )
}
