export * from '@/components/site/notice'
