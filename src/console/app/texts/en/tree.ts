export const tree = {
  actions: (title: string) => `Actions for ${title}`,
  selected: 'Selected',
  proposed: (number: number) => `Pages of change #${number}`,
}
