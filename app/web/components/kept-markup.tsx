import type { ComponentProps, ReactNode } from 'react'
import type { Fragment } from '#app/web/server-only.ts'

type ElementProps = Omit<ComponentProps<'div'>, 'children' | 'dangerouslySetInnerHTML'> & {
  as?: 'div' | 'article' | 'section' | 'footer' | 'nav'
}

type KeptMarkupProps = ElementProps & {
  /** What the server rendered; undefined in the browser, where the page already has it. */
  markup: string | undefined
}

const AS_IT_IS = { __html: '' }

/** Markup rendered by React on the server, which the browser keeps as it is: it needs neither the data behind it nor to hydrate it. */
export function KeptMarkup({ as: Element = 'div', markup, ...rest }: KeptMarkupProps) {
  return (
    <Element
      {...rest}
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger -- React rendered it, and escaped every text in it.
      dangerouslySetInnerHTML={markup === undefined ? AS_IT_IS : { __html: markup }}
    />
  )
}

type KeptFragmentProps<Data> = ElementProps & { fragment: Fragment<Data>; children: (data: Data) => ReactNode }

/** The element around a fragment, with its markup or, where the router has loaded it as data, rendered. */
export function KeptFragment<Data>({ fragment, children, as: Element = 'div', ...rest }: KeptFragmentProps<Data>) {
  // Only looked at where there is no markup: on the server it is made when it is asked for.
  const data = fragment.markup === undefined ? fragment.data : undefined
  if (data === undefined) return <KeptMarkup as={Element} markup={fragment.markup} {...rest} />
  return <Element {...rest}>{children(data)}</Element>
}
