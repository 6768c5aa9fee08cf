import type { ComponentProps } from 'react'

export type KeptElementProps = Omit<ComponentProps<'div'>, 'children' | 'dangerouslySetInnerHTML'> & {
  as?: 'div' | 'article' | 'section' | 'footer' | 'nav'
  /** Undefined where the browser renders the content itself. */
  'data-kept'?: undefined
}

type KeptMarkupProps = KeptElementProps & {
  /** What the server rendered; undefined in the browser, where the page already has it. */
  markup: string | undefined
}

// As HTML that Trusted Types know: where React has to make the element anew, `hydratePage` puts the server's markup into it.
const { trustedTypes } = globalThis as { trustedTypes?: { emptyHTML: string } }
const AS_IT_IS = { __html: trustedTypes?.emptyHTML ?? '' }

/** Markup rendered by React on the server, which the browser keeps as it is: it needs neither the data behind it nor to hydrate it. */
export function KeptMarkup({ as: Element = 'div', markup, ...rest }: KeptMarkupProps) {
  return (
    <Element
      data-kept=""
      {...rest}
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger -- React rendered it, and escaped every text in it.
      dangerouslySetInnerHTML={markup === undefined ? AS_IT_IS : { __html: markup }}
    />
  )
}
