'use client'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Confirm } from '@/components/admin/shared/dialogs'
import {
  CheckEntry,
  ChoiceEntry,
  EntryButtons,
  EntryForm,
  LongTextEntry,
  TextEntry,
  Translations,
  useEntry,
  translatedFields,
} from '@/components/admin/shared/form'
import { PictureEntry } from '@/components/admin/shared/picture-entry'
import type { FormAction } from '@/components/admin/shared/run-action'
import { forget, recall, remember } from '@/components/browser/session-store'
import { Button } from '@/components/ui/button'
import { CATEGORIES, STUDIO_AUTHOR, type Post } from '@/lib/content/rules'
import { postBody, postPatch } from '@/lib/content/schema'
import { MarkdownEntry } from './markdown-entry'

const EMPTY = {
  title: '',
  excerpt: '',
  content: '',
  author: STUDIO_AUTHOR,
  category: 'content-creation',
  tags: '',
  coverUrl: null,
  featured: false,
  published: true,
} as const

const FIELDS = [
  'title',
  'excerpt',
  'content',
  'author',
  'category',
  'tags',
  'coverUrl',
  'featured',
  'published',
  ...translatedFields(['title', 'excerpt', 'tags', 'content']),
]

type Draft = Partial<Omit<typeof EMPTY, 'coverUrl'>> & {
  coverUrl?: string | null
  translations?: Partial<Post['translations']>
  /** The `updatedAt` of the post from which it was begun. */
  version?: string
}
type Edited = { post: Post; submit: FormAction }
const UNKNOWN = '1970-01-01T00:00:00.000Z'
/** Where this tab keeps what is being written, until it is saved or discarded. */
const draftOf = (post: Post | undefined): string => `post-draft-${post?.id ?? 'new'}`

/**
 * The form of a new post, or of one that is `edited`; `done` once it is saved. What is written stays
 * in this tab: closing the form, editing another post or reloading the page loses nothing. A draft of
 * a post that was saved meanwhile replaces it only when its writer says so; until then the server
 * refuses it.
 */
export function PostForm({ edited, done }: { edited?: Edited; done: () => void }) {
  const [version, renew] = useState(0)
  return <Writing key={version} edited={edited} done={done} again={() => renew(version + 1)} />
}

type WritingProps = { edited: Edited | undefined; done: () => void; again: () => void }

function Writing({ edited, done, again }: WritingProps) {
  const post = edited?.post
  const t = useTranslations('admin.blog')
  const [draft] = useState(() => recall(draftOf(post)) as Draft | null)
  const initial = { ...(post ?? EMPTY), ...draft }
  const { translations = post?.translations ?? {} } = draft ?? {}
  const [version] = useState(draft ? (draft.version ?? UNKNOWN) : post?.updatedAt)
  const isOlder = post !== undefined && version !== post.updatedAt
  const entry = useEntry({
    ...(edited
      ? { action: edited.submit, params: { id: String(edited.post.id) } }
      : { method: 'POST', path: '/api/blog-posts' }),
    schema: post ? postPatch : postBody,
    fields: FIELDS,
    ...(post && version && { version }),
    missing: { title: t('missing.title'), text: t('missing.text') },
    failed: post ? undefined : t('failed'),
    saved: t(post ? 'updated' : 'created'),
    done: () => {
      forget(draftOf(post))
      done()
    },
  })
  const { subscribe, getValues } = entry.form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => remember(draftOf(post), { ...values, version }),
      }),
    [subscribe, post, version],
  )
  return (
    <EntryForm entry={entry}>
      {(draft || isOlder) && (
        <DraftNotice
          older={isOlder}
          keep={() => {
            remember(draftOf(post), { ...getValues(), version: post?.updatedAt })
            again()
          }}
          discard={() => {
            forget(draftOf(post))
            again()
          }}
        />
      )}
      <TextEntry name="title" label={t('fields.title')} required defaultValue={initial.title} />
      <LongTextEntry
        name="excerpt"
        label={t('fields.excerpt')}
        required
        defaultValue={initial.excerpt}
        className="min-h-20"
      />
      <MarkdownEntry
        name="content"
        label={t('fields.content')}
        required
        initial={initial.content}
      />
      <div className="grid gap-5 sm:grid-cols-3">
        <TextEntry name="author" label={t('fields.author')} defaultValue={initial.author} />
        <ChoiceEntry
          name="category"
          label={t('fields.category')}
          defaultValue={initial.category}
          options={CATEGORIES.map((category) => [category, t(`categories.${category}`)])}
        />
        <TextEntry
          name="tags"
          label={t('fields.tags')}
          placeholder={t('tagsExample')}
          defaultValue={initial.tags}
        />
      </div>
      <PictureEntry name="coverUrl" label={t('fields.coverUrl')} initial={initial.coverUrl} />
      <div className="flex flex-wrap gap-x-8">
        <CheckEntry
          name="featured"
          label={t('fields.featured')}
          defaultChecked={initial.featured}
        />
        <CheckEntry
          name="published"
          label={t('fields.published')}
          defaultChecked={initial.published}
        />
      </div>
      <Translations>
        {(locale) => (
          <>
            <TextEntry
              name={`translations.${locale}.title`}
              label={t('fields.title')}
              defaultValue={translations[locale]?.title ?? ''}
            />
            <LongTextEntry
              name={`translations.${locale}.excerpt`}
              label={t('fields.excerpt')}
              defaultValue={translations[locale]?.excerpt ?? ''}
              className="min-h-20"
            />
            <TextEntry
              name={`translations.${locale}.tags`}
              label={t('fields.tags')}
              defaultValue={translations[locale]?.tags ?? ''}
            />
            <MarkdownEntry
              name={`translations.${locale}.content`}
              label={t('fields.content')}
              initial={translations[locale]?.content ?? ''}
            />
          </>
        )}
      </Translations>
      <EntryButtons pending={entry.pending} save={t(post ? 'save' : 'create')} />
    </EntryForm>
  )
}

type NoticeProps = {
  /** The post was saved again since the draft was begun. */
  older: boolean
  keep: () => void
  discard: () => void
}

function DraftNotice({ older, keep, discard }: NoticeProps) {
  const t = useTranslations('admin.blog.draftKept')
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <p role="status" className="flex flex-wrap items-center gap-3 text-sm">
        <span>{t(older ? 'older' : 'note')}</span>
        {older && (
          <Button variant="outline" onClick={keep}>
            {t('keep')}
          </Button>
        )}
        <Button variant="outline" onClick={() => setAsking(true)}>
          {t(older ? 'useSaved' : 'discard')}
        </Button>
      </p>
      {isAsking && (
        <Confirm
          title={t('question')}
          text={t('text')}
          action={t('confirm')}
          pending={false}
          close={() => setAsking(false)}
          confirm={discard}
        />
      )}
    </>
  )
}
