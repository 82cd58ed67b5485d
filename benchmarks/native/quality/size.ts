/** The size of the bench's pictures: that of the most common panel. */

export const WIDTH = 800;
export const HEIGHT = 480;
