/** Where uploaded pictures lie: `/pictures/ID`. Apart from all other addresses, for the worker. */
export const picturePath = '/pictures/'
