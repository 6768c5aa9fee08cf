/** The results of functions, each called when it is first needed. */
type Computed<Kept> = { [Name in keyof Kept]?: Kept[Name] extends () => infer Value ? Value : never }

/**
 * Adds values to loader data that a page may use while the server renders it, and that are not sent to the browser as data a second time:
 * the router serialises only enumerable properties. In the browser they are missing until it loads the data by itself.
 */
export function withServerOnly<Data extends object, Kept extends Record<string, () => unknown>>(
  data: Data,
  kept: Kept,
): Data & Computed<Kept> {
  for (const [name, get] of Object.entries(kept)) Object.defineProperty(data, name, { get, enumerable: false })
  return data
}

/** Whether the router in the browser asks for data, instead of a browser for a page. */
export function isDataRequest(request: Request): boolean {
  return DATA_ADDRESS.test(request.url)
}

const DATA_ADDRESS = /^[^?#]*\.data(?:[?#]|$)/

/** A part of a page without state and handlers: the page that the server renders has it as markup, the router in the browser as data. */
export type Fragment<Data> = { data?: Data; markup?: string }

/** A fragment for loader data. Of a page, the browser gets neither its data nor its markup a second time. */
export function fragment<Data>(request: Request, data: () => Data, render: () => string): Fragment<Data> {
  if (isDataRequest(request)) return { data: data() }
  // Rendered here: React can't begin a fragment while it renders the page.
  const markup = render()
  return withServerOnly({}, { data, markup: () => markup })
}
