import { config } from '#app/platform/config.server.ts'
import { publicFile } from '#app/web/page-handle.ts'

export const handle = publicFile()

const SIZES = [192, 512]

/** How the product looks on a home screen. The icon is neutral: it says nothing of what is inside. */
export function loader() {
  const { brandName } = config()
  const icons = SIZES.flatMap((size) => [
    { src: `/icons/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' },
    { src: `/icons/maskable-${size}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose: 'maskable' },
  ])
  const manifest = {
    name: brandName,
    short_name: brandName,
    id: '/',
    start_url: '/',
    display: 'standalone',
    background_color: '#FDF9F6',
    theme_color: '#FDF9F6',
    icons,
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=86400' },
  })
}
