/** The part of the document that the browser hydrates. What stands around it, such as an extension's elements, stays as it is. */
export const PAGE_ID = 'page'
