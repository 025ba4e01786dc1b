export const errors = {
  notFoundTitle: 'Nothing here',
  notFound:
    'It does not exist, or you cannot see it. Check the address, or ask somebody who can give you access.',
  forbiddenTitle: 'You cannot see this',
  forbidden: 'Your role does not allow it. Ask an admin of the organization for access.',
  lostTitle: 'You no longer have access',
  lost: 'Your access was changed while you were here. Ask an admin of the organization if you need it.',
  deletedTitle: 'This was deleted',
  deleted: 'Somebody deleted it while you were here. Ask an admin of the organization if you need it back.',
  rateLimitedTitle: 'Too many requests',
  rateLimited: (seconds: number | undefined) =>
    seconds === undefined
      ? 'Wait a moment, and try again.'
      : `You have sent many requests in a short time. This page tries again in ${seconds} s.`,
  newVersionTitle: 'This page is from an older version',
  newVersion:
    'The server has been updated, and this part of the page exists no more. Reload the page to go on.',
  unavailableTitle: 'The server is not available',
  unavailable: 'This page tries again by itself.',
  unreachableTitle: 'The server cannot be reached',
  unreachable: 'Check your connection. This page tries again by itself.',
  internalTitle: 'This did not work',
  internal:
    'The server could not answer. Try again; if it happens again, send the request id to your operator.',
  requestId: 'Request id',
  copy: 'Copy',
  copied: 'Copied',
  retry: 'Try again',
  home: 'Go to the home page',
}
