export * from '@/components/site/session-store'
