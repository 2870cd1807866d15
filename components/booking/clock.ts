export * from '@/components/site/clock'
