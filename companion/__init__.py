"""The app beside the table."""

import os

# Pictures are read by many small products of matrices, for which a BLAS library's own threads cost more than they bring
# and take the other cores from the window; it reads this when numpy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
