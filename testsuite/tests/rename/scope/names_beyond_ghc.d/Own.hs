module Own where
clamp :: Int -> String
clamp n = "clamp " ++ show n
oneBits :: String
oneBits = "one"
