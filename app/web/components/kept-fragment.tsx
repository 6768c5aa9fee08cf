import type { ReactNode } from 'react'
import type { Fragment } from '#app/web/server-only.ts'
import { type KeptElementProps, KeptMarkup } from './kept-markup.tsx'

type KeptFragmentProps<Data> = KeptElementProps & { fragment: Fragment<Data>; children: (data: Data) => ReactNode }

/** The element around a fragment, with its markup or, where the router has loaded it as data, rendered. */
export function KeptFragment<Data>({ fragment, children, as: Element = 'div', ...rest }: KeptFragmentProps<Data>) {
  // Only looked at where there is no markup: on the server it is made when it is asked for.
  const { markup } = fragment
  const data = markup === undefined ? fragment.data : undefined
  if (data === undefined) return <KeptMarkup as={Element} markup={markup} {...rest} />
  return <Element {...rest}>{children(data)}</Element>
}
