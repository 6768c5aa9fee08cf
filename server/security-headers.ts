export type SecurityHeaders = {
  /** Headers of every response. */
  always: [string, string][]
  /** Headers of files that are not documents: headers about windows and frames would only add bytes to each of them. */
  files: [string, string][]
  /** `style`: the source of the one sheet that the page carries inside. */
  contentSecurityPolicy(scripts: string[], style?: string | null): string
}

/** The policy of responses that are not pages: they never run anything, whatever they contain. */
export const NOTHING_RUNS = `default-src 'none'; frame-ancestors 'none'; sandbox`

/** `checkoutOrigins`: where a payment form may redirect to; browsers apply form-action to redirects too. */
export function securityHeaders(options: { secure: boolean; checkoutOrigins: readonly string[] }): SecurityHeaders {
  const always: [string, string][] = [
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'same-origin'],
    ['x-frame-options', 'DENY'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    // Creators record voice notes; the browser still asks them.
    ['permissions-policy', 'camera=(), microphone=(self), geolocation=(), payment=()'],
  ]
  if (options.secure) always.push(['strict-transport-security', 'max-age=63072000; includeSubDomains'])
  const ofFiles = new Set(['x-content-type-options', 'cross-origin-resource-policy', 'strict-transport-security'])
  return {
    always,
    files: always.filter(([name]) => ofFiles.has(name)),
    contentSecurityPolicy: (scripts, style) =>
      [
        `default-src 'none'`,
        `script-src ${scripts.length === 0 ? `'none'` : ["'self'", ...scripts].join(' ')}`,
        `style-src 'self'${style ? ` ${style}` : ''}`,
        `img-src 'self' data: blob:`,
        `media-src 'self' blob:`,
        `font-src 'self'`,
        `connect-src 'self'`,
        `manifest-src 'self'`,
        `worker-src 'self'`,
        `object-src 'none'`,
        `base-uri 'none'`,
        `form-action 'self' ${options.checkoutOrigins.join(' ')}`.trim(),
        `frame-ancestors 'none'`,
        // Text never becomes a script: none of our code writes HTML by hand. The one policy returns the address of our worker.
        `require-trusted-types-for 'script'`,
        `trusted-types peach-worker`,
      ].join('; '),
  }
}
