set palette defined (0 '#fff3d6', 1 '#f5a742', 2 '#b63a2b', 3 '#3b0f3a')
