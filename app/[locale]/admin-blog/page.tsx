import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import { AccountMenu } from '@/components/admin/account/account-menu'
import { PostManager } from '@/components/admin/blog/post-manager'
import { AdminHeader, AdminPage } from '@/components/admin/shared/frame'
import { AdminMessages } from '@/components/admin/shared/messages'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import { secondStepOf } from '@/lib/auth/account'
import { listAllPosts } from '@/lib/content/queries'
import { currentAdmin, requireAdmin } from '@/lib/auth/page-guards'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'

export async function generateMetadata(): Promise<Metadata> {
  const robots = { index: false, follow: false }
  if (!(await currentAdmin())) return { robots }
  const t = await getTranslations('admin.blog')
  return { title: t('title'), robots }
}

export default function AdminBlogPage() {
  return (
    <AdminPage>
      <Posts />
    </AdminPage>
  )
}

async function Posts() {
  const admin = await requireAdmin('/admin-blog')
  const [t, frame, locale, posts, secondStep] = [
    await getTranslations('admin.blog'),
    await getTranslations('admin.frame'),
    toLocale(await rootLocale()),
    await listAllPosts(),
    await secondStepOf(admin),
  ]
  const links = [
    { href: pathIn(locale, '/'), text: frame('home') },
    { href: pathIn(locale, '/admin'), text: t('dashboard') },
  ]
  return (
    <AdminMessages parts={['session', 'save', 'signIn', 'blog', 'form']}>
      <SaveFrame>
        <div className="grid min-w-0 gap-6">
          <AdminHeader title={t('title')} label={frame('links')} links={links}>
            <AccountMenu
              username={admin.username}
              exit={pathIn(locale, '/admin/login')}
              account={pathIn(locale, '/admin/account')}
              secondStep={secondStep}
            />
          </AdminHeader>
          <PostManager posts={posts} blog={pathIn(locale, '/blog')} />
        </div>
      </SaveFrame>
    </AdminMessages>
  )
}
