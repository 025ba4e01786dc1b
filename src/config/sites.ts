import { z } from 'zod'

const count = z.coerce.number().int().min(0)

/** The settings of published sites: their addresses, and what a node keeps of them. */
export const SitesVariables = {
  SITES_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'the URL that addresses of published sites begin with, e.g. https://pages.example.com; without it PUBLIC_URL',
    ),
  SITES_HOST_PATTERN: z
    .string()
    .max(200)
    .regex(/^\*(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?){1,20}$/)
    .optional()
    .describe(
      'a wildcard host below which every published site gets an origin of its own, e.g. *.docs.example.com, in lower case, without scheme and port; without it sites share the origin of SITES_URL, and scripts of integrations are loaded only at hostnames of sites',
    ),
  SITES_CACHE_MB: count
    .min(1)
    .max(65_536)
    .default(64)
    .describe('a number from 1 to 65536: the size of the cache of published pages in MiB'),
  SITES_IMAGES_MB: count
    .min(1)
    .max(65_536)
    .default(32)
    .describe(
      'a number from 1 to 65536: the size of the cache of images of other hosts that published pages show, in MiB',
    ),
}
