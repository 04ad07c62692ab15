"""Pictures of a table, read. OpenCV comes with the first picture."""

from vision.late import late

late("cv2")
