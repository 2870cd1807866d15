/** What the site and the console look like when they are installed: in both manifests the same. */
export const INSTALLED_LOOK = {
  display: 'standalone' as const,
  background_color: '#0f0c0a',
  theme_color: '#0f0c0a',
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    {
      src: '/icon-maskable-512.png',
      sizes: '512x512',
      type: 'image/png',
      purpose: 'maskable' as const,
    },
  ],
}
