/**
 * The header by which a route handler tells our server the length of its body, because Next removes
 * Content-Length. Our server sends the length as Content-Length and never this header.
 */
export const LENGTH_HEADER = 'x-studio-length'
